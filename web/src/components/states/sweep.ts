/** A bar that runs from edge to edge, for work of unknown length. */
export const SWEEP = {
  width: '30%',
  background: 'accent.solid',
  borderRadius: 'full',
  animation: 'progress-sweep 1.4s ease-in-out infinite',
  '@keyframes progress-sweep': { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(340%)' } },
};
