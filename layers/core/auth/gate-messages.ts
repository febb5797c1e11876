/** Messages of the sign-in screens, word for word (portal-1 section 8). */
export const RECOVERY_SENT = 'Password recovery link has been sent to your email.';
export const UNKNOWN_MAIL =
  'Could not find an account linked with this email. Please check the spelling and try again.';
export const TOKEN_EXPIRED = 'Token expired';
export const LINK_EXPIRED = 'Link has expired. Click here to go through process again';
export const PASSWORD_UPDATED = 'Password updated!';
export const ACCESS_DENIED =
  'Access denied: Please ensure your username/password is correct and you have access to the portal.';

/** Our own, where the specification has none. */
export const TOO_MANY_TRIES = 'Too many attempts. Please try again later.';
export const NO_SINGLE_SIGN_ON = 'Single sign-on is not set up here';
