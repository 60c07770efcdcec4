// Holds the arithmetic of contract/lab against the domain's vectors and says how many agree. Ends with 1 where one does not, or has no proof.
import { proofs } from '../tests/contract/vectors/all';
import { allVectors, differences } from '../tests/contract/vectors/proof';

const failed = allVectors.flatMap((vector) => {
  const proof = proofs[vector.id];
  const found = proof ? differences(vector, proof(vector.input as never)) : ['no proof'];
  return found.length > 0 ? [`${vector.id}: ${found.join('; ')}`] : [];
});

for (const line of failed) console.error(line);
console.log(`${allVectors.length - failed.length} of ${allVectors.length} vectors passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
