import type { z } from 'zod';
import { mayAccess } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { UNIT_EDITORS } from '#core/units/access.ts';
import type { units } from '#core/units/contract.ts';
import { viewStore } from '#data/units/views.ts';

/** Who changes what all people of the dealer see. */
function requireSharing(scope: Scope): void {
  if (!mayAccess(UNIT_EDITORS, scope))
    throw new AppError('FORBIDDEN', 'You may save views for yourself, but not share them');
}

export async function saveView(scope: Scope, input: z.output<typeof units.saveView.input>) {
  if (input.shared) requireSharing(scope);
  return viewStore.save(scope, input, Date.now());
}

export async function deleteView(scope: Scope, input: z.output<typeof units.deleteView.input>) {
  if (input.shared) requireSharing(scope);
  await viewStore.remove(scope, input, Date.now());
  return {};
}
