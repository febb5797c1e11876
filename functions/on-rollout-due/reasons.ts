export const NOT_IN_SERVICE = 'The unit is not in service any more';
