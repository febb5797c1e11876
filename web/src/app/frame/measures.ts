export const BAR_HEIGHT = '3rem';
export const NAVIGATION_WIDTH = '14.5rem';
export const NAVIGATION_WIDTH_COLLAPSED = '3.5rem';
