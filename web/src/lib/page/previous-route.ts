const KEY = 'watchkeep.previous-route';

/** Remembers in this tab the screen that was open last, so that somebody signed in who opens the login gets back to it. */
export const rememberRoute = (route: string) => sessionStorage.setItem(KEY, route);

export const previousRoute = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

/** Who signs in next may be somebody else. */
export const forgetRoute = () => sessionStorage.removeItem(KEY);
