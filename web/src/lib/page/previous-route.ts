const KEY = 'watchkeep.previous-route';

/** Stores the last open screen of this tab. The login sends a signed-in user back to it. */
export const rememberRoute = (route: string) => sessionStorage.setItem(KEY, route);

export const previousRoute = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

/** The next user may be another person. */
export const forgetRoute = () => sessionStorage.removeItem(KEY);
