/** The files of a bridge that are not of its units: its connections to the table, the queues, the browsers and other bridges. */
const OWN_FILES = 500;

/** The number of files that this process may open. A connection is one of them. */
export function mostOpenFiles(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    userLimits: { open_files: { hard: number | string } };
  };
  const { hard } = userLimits.open_files;
  return typeof hard === 'number' ? hard : Number.POSITIVE_INFINITY;
}

/** How many of `most` connections of units leave the bridge the files that it needs itself: without them no alarm could be stored. */
export const connectionsWithin = (most: number, openFiles: number): number =>
  Math.max(1, Math.min(most, openFiles - OWN_FILES));
