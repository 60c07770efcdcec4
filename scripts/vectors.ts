// npm run vectors [-- FILE]: compares the product's calculations with worked examples and prints how many agree. It
// exits with 1 if one differs or has no evaluator.
import { faultsOf } from '../tests/contract/vectors/all';
import { allVectors, vectorsOf } from '../tests/contract/vectors/proof';

const files = process.argv.slice(2);
const vectors = files.length > 0 ? files.flatMap(vectorsOf) : allVectors;
const failures = vectors.flatMap((vector) => {
  const faults = faultsOf(vector);
  return faults.length > 0 ? [`${vector.id}: ${faults.join('; ')}`] : [];
});

for (const line of failures) console.error(line);
console.log(`${vectors.length - failures.length} of ${vectors.length} vectors passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
