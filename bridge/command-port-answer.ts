/** What a caller of the command port is told. */
export interface CommandPortAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}
