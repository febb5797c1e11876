/**
 * The stacks of the areas, by the first letter of an area's name. A stack can have 500 resources, and all areas together have more.
 * The groups must not change later: a function would be in two stacks for a moment, and its name can exist only once.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
 */
const GROUPS = { 'A-C': /^[a-c]/, 'D-L': /^[d-l]/, 'M-R': /^[m-r]/, 'S-Z': /^[s-z]/ };

/** The areas of each stack. A stack without areas stays in the list, so that deploying it deletes its last area. */
export const groupAreas = <Area>(areas: Readonly<Record<string, Area>>) =>
  Object.entries(GROUPS).map(([group, letters]) => ({
    stack: `Api-${group}`,
    areas: Object.fromEntries(Object.entries(areas).filter(([name]) => letters.test(name))),
  }));
