import { AppError } from '#core/errors.ts';

/** Nobody wanted the change any more, or it was not allowed any more, when its turn came: the carrier was not asked. */
export class NotWanted extends AppError {
  constructor() {
    super('CONFLICT', 'The carrier was not asked after all');
  }
}

/** It could not be read whether anybody still wants the change, so the carrier was not asked. It can be tried again. */
export class WantUnknown extends AppError {
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'The carrier was not asked: the portal could not read whether that is still wanted');
    this.cause = cause;
  }
}

/** The carrier's account was in use for so long that no turn came: the carrier was not asked. It can be tried again. */
export class AccountBusy extends AppError {
  constructor() {
    super('TOO_MANY', 'The carrier is busy. Try again in a moment');
  }
}

/** The portal has no credentials for what is asked of the carrier: it was not asked. */
export class NotSetUp extends AppError {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}

/** True if the carrier was surely not asked. */
export const wasNotAsked = (error: unknown): boolean =>
  [NotWanted, WantUnknown, AccountBusy, NotSetUp].some((one) => error instanceof one);

/** Throws NotWanted if nobody wants the change any more, and WantUnknown if that cannot be read. */
export async function requireWanted(isWanted: (() => Promise<boolean>) | undefined): Promise<void> {
  if (!isWanted) return;
  const wanted = await isWanted().catch((error: unknown) => {
    throw new WantUnknown(error);
  });
  if (!wanted) throw new NotWanted();
}
