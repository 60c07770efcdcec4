import { expect, it } from 'vitest';
import { entities } from '@contract/entities';

// AZ6 shows that no readonly field is written by a body; that a field is one of them is looked over here.

it('the fields that a body may write, of every entity, are those that were looked over', async () => {
  const lines = entities.map(
    ({ name, fields }) =>
      `${name}: ${Object.entries(fields)
        .flatMap(([field, { readonly }]) => (readonly ? [] : [field]))
        .join(' ')}`,
  );
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('writable.golden.txt');
});
