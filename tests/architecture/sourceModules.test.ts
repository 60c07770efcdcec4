import { describe, expect, it } from 'vitest';
import { sourceModules } from '../../scripts/sourceModules';

describe('modules that the build names', () => {
  it('a module matches by its path from the root, on every system', () => {
    const pattern = sourceModules('src/app/App.tsx', 'src/outbox/');
    expect(
      [
        '/home/us/src/app/App.tsx',
        String.raw`C:\us\src\outbox\outboxState.ts`,
        '/home/us/src/app/App.tsx.css',
        '/home/us/src/app/AppXtsx',
      ].map((id) => pattern.test(id)),
    ).toEqual([true, true, false, false]);
  });

  it('the build fails if a module that it names does not exist', () => {
    expect(() => sourceModules('src/app/App.tsx', 'src/app/Renamed.tsx')).toThrow(
      'the build names src/app/Renamed.tsx, which does not exist',
    );
    expect(() => sourceModules('src/app')).toThrow('src/app');
    expect(() => sourceModules('src/app/App.tsx/')).toThrow();
  });
});
