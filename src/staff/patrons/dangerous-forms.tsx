import type { VNode } from 'preact';
import { Field } from '../console/components/field.js';

/** Why a form was not accepted, and what was typed into it. */
export interface DangerousFormProblem {
  readonly field: 'cardNumber' | 'confirmation';
  readonly typed: string | undefined;
  readonly text: string;
}

interface DangerousFormsProps {
  readonly patronId: number;
  readonly address: string;
  readonly problem: DangerousFormProblem | undefined;
}

/** What cannot be undone: each form must be filled in with something that names a patron. */
export function DangerousForms({ patronId, address, problem }: DangerousFormsProps): VNode {
  const stateOf = (field: DangerousFormProblem['field']): { value?: string | undefined; problem?: string } =>
    problem?.field === field ? { value: problem.typed, problem: problem.text } : {};
  return (
    <>
      <h2>Merge into another card</h2>
      <form method="post" action={`${address}/merge`}>
        <Field
          label="Number of the card to keep"
          name="cardNumber"
          hint="It gets all holds, with their places, and all checkouts. You are asked once more."
          {...stateOf('cardNumber')}
          autocomplete="off"
          required
        />
        <button type="submit" class="danger">
          Merge the cards …
        </button>
      </form>
      <h2>Delete the patron</h2>
      <form method="post" action={`${address}/removal`}>
        <Field
          label={`Type ${patronId} to confirm`}
          name="confirmation"
          hint="All data of the patron is deleted. Copies go to the next patrons in line."
          {...stateOf('confirmation')}
          autocomplete="off"
          required
        />
        <button type="submit" class="danger">
          Delete the patron
        </button>
      </form>
    </>
  );
}
