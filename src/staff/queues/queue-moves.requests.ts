import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { IsTitleId, readField } from '../../http/fields/validators.js';

export class MoveRequest {
  @IsTitleId() to!: string;
}

export function titleIn({ to }: MoveRequest): TitleId {
  return readField(parseTitleId, to);
}
