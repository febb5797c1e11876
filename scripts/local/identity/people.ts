/** A person who can sign in. `sub` never changes, other fields may. */
export interface Person {
  sub: string;
  email: string;
  name: string;
}

/** The people of the list, and those who have typed an address. */
export function directory(listed: readonly Person[]) {
  const bySub = new Map(listed.map((person) => [person.sub, person]));

  return {
    all: () => [...bySub.values()],
    find: (sub: string) => bySub.get(sub),

    /** The person with this subject or address. A new address creates a new person. */
    signIn(typed: string): Person | undefined {
      const wanted = typed.trim();
      const known = [...bySub.values()].find(({ sub, email }) => sub === wanted || sameAddress(email, wanted));
      if (known) return known;
      if (!/^[^\s@<>]+@[^\s@<>]+$/.test(wanted)) return undefined;
      const email = wanted.toLowerCase();
      const person = { sub: email, email, name: email.split('@')[0]! };
      bySub.set(person.sub, person);
      return person;
    },
  };
}

export type Directory = ReturnType<typeof directory>;

const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
