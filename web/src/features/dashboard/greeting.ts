/** `Good morning, Ada`, by the user's local hour, 0 to 23. */
export function greeting(hour: number, firstName: string): string {
  const time = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon';
  return firstName ? `Good ${time}, ${firstName}` : `Good ${time}`;
}
