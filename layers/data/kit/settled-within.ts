/** Resolves when the task has ended in any way, or after so many milliseconds. The task goes on. */
export function settledWithin(task: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    task.then(end, end);
  });
}
