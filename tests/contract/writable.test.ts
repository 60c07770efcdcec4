import { expect, it } from 'vitest';
import { entities } from '@contract/subjects';

// AZ6 shows that no readonly field is written by a body; this list confirms which fields are readonly.

it('the writable fields of every entity equal the reviewed list in writable.golden.txt', async () => {
  const lines = entities.map(
    ({ name, fields }) =>
      `${name}: ${Object.entries(fields)
        .flatMap(([field, { readonly }]) => (readonly ? [] : [field]))
        .join(' ')}`,
  );
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('writable.golden.txt');
});
