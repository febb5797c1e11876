import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

// Runs before each test file loads layers/data, which reads the table's name: files share a database but no table.
Object.assign(process.env, inject('environment'), { TABLE_NAME: `test-${randomUUID()}` });
