import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

// Runs before each test file is loaded, so before layers/data reads the table's name: files share a database and no table.
Object.assign(process.env, inject('environment'), { TABLE_NAME: `test-${randomUUID()}` });
