import { checkAll } from './test/checks.ts';

const { failed } = await checkAll();
process.exitCode = failed === 0 ? 0 : 1;
