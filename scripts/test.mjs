// npm test: installs missing packages, then runs runTests.ts.
import { checkNode, followParent, installWhenNeeded } from './install.mjs';

checkNode();
followParent();
await installWhenNeeded();
const { tsImport } = await import('tsx/esm/api');
await tsImport('./runTests.ts', import.meta.url);
