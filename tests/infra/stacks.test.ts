// One file, so that the portal is synthesized once instead of once per test file.
import './stacks/api-stack.ts';
import './stacks/background-stack.ts';
import './stacks/data-stack.ts';
import './stacks/existing-table.ts';
import './stacks/limits.ts';
import './stacks/live-stack.ts';
import './stacks/names.ts';
import './stacks/observability-stack.ts';
import './stacks/references.ts';
import './stacks/removal.ts';
import './stacks/restore-page.ts';
import './stacks/rights.ts';
import './stacks/web-stack.ts';
