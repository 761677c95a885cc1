import type { VNode } from 'preact';
import { Field } from '../components/field.js';

interface DangerousFormsProps {
  readonly patronId: number;
  readonly address: string;
}

/** What cannot be undone: each form must be filled in with something that names a patron. */
export function DangerousForms({ patronId, address }: DangerousFormsProps): VNode {
  return (
    <>
      <h2>Merge into another card</h2>
      <form method="post" action={`${address}/merge`}>
        <Field
          label="Number of the card to keep"
          name="cardNumber"
          hint="It gets all holds, with their places, and all checkouts. This patron and this card are deleted."
          autocomplete="off"
          required
        />
        <button type="submit" class="danger">
          Merge the cards
        </button>
      </form>
      <h2>Delete the patron</h2>
      <form method="post" action={`${address}/removal`}>
        <Field
          label={`Type ${patronId} to confirm`}
          name="confirmation"
          hint="All data of the patron is deleted. Copies go to the next patrons in line."
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
