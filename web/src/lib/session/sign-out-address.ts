import { SignOutAddress } from '#core/auth/sign-out-address.ts';

const KEY = 'watchkeep.sign-out-address';

/** Stores in this tab where its session ends: after the end the server cannot be asked. */
export const keepSignOutAddress = (address: SignOutAddress) => sessionStorage.setItem(KEY, address);

/** The address after the end of this tab's session; the login if no valid address is stored. */
export const signOutAddress = (): SignOutAddress => SignOutAddress.catch('/login').parse(sessionStorage.getItem(KEY));
