import { AppError } from '#core/errors.ts';

/** The change was withdrawn while it waited for its turn, so the carrier was not asked. */
export class NotWanted extends AppError {
  constructor() {
    super('CONFLICT', 'It was withdrawn before the carrier was asked');
  }
}

/** Throws NotWanted if nobody wants the change any more. */
export async function requireWanted(isWanted: (() => Promise<boolean>) | undefined): Promise<void> {
  if (isWanted && !(await isWanted())) throw new NotWanted();
}
