import { SignOutAddress } from '#core/auth/sign-out-address.ts';

const KEY = 'watchkeep.sign-out-address';

/** Remembers in this tab where its sessions end: by the time they do, nobody can be asked any more. */
export const keepSignOutAddress = (address: SignOutAddress) => sessionStorage.setItem(KEY, address);

/** Where a session of this tab ends; the login where nothing, or nothing that may be, is remembered. */
export const signOutAddress = (): SignOutAddress => SignOutAddress.catch('/login').parse(sessionStorage.getItem(KEY));
