// npm run conformity: prints how the product fulfils GBZ 331-2024, the open requirements first. The last line
// contains the totals.
import { clauses } from '../contract/features/conformity/clauses';
import { clauseTotals } from '../contract/features/conformity/clauseTotals';

for (const { id, clause, demand, how } of clauses.filter(({ state }) => state === 'open'))
  console.log(`${id} ${clause} ${demand}: ${how}`);
const { met, evidenced, notOurs, open } = clauseTotals();
console.log(`${met} met, ${evidenced} evidenced, ${notOurs} not ours, ${open} open`);
