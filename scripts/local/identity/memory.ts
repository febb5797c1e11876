interface Payload {
  uid?: string;
  grantId?: string;
  consumed?: number;
}

interface Kept {
  model: string;
  payload: Payload;
  expiresAt: number;
}

/** The maximum. The oldest entries are dropped, so that long test runs do not fill the memory. */
const MAX_KEPT = 5_000;

/** The sessions, codes and tokens of one provider: oidc-provider's adapter interface, in memory. */
export function memoryAdapter() {
  const kept = new Map<string, Kept>();

  function find(key: string): Payload | undefined {
    const found = kept.get(key);
    if (found && found.expiresAt > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  }

  return (model: string) => ({
    async upsert(id: string, payload: Payload, expiresInSeconds?: number) {
      const expiresAt = expiresInSeconds === undefined ? Infinity : Date.now() + expiresInSeconds * 1000;
      kept.delete(`${model}:${id}`);
      kept.set(`${model}:${id}`, { model, payload, expiresAt });
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    },
    find: async (id: string) => find(`${model}:${id}`),
    async findByUid(uid: string) {
      const [key] = [...kept].find(([, one]) => one.model === model && one.payload.uid === uid) ?? [];
      return key === undefined ? undefined : find(key);
    },
    /** Only the device flow has user codes, and it is off. */
    findByUserCode: async () => undefined,
    async consume(id: string) {
      const payload = find(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id: string) => void kept.delete(`${model}:${id}`),
    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
