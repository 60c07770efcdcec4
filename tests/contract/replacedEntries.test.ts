import { describe, expect, it } from 'vitest';
import { replacedEntries } from '@contract/dictionaries/replacedEntries';

const common = (value: string, label: string) => ({ value, label, organizationId: null, createBy: null });
const own = (value: string, label: string, disabled = false) => ({
  value,
  label,
  organizationId: 7,
  createBy: 9,
  disabled,
});

describe('replaced dictionary entries', () => {
  it('an organization’s own dictionary entry replaces the common entry of the same name under another value', () => {
    const entries = [common('DQ', '定期检测'), common('KX', '控制效果评价检测'), own('DJ', '定期检测')];
    expect([...replacedEntries('projectType', entries)]).toEqual([['DQ', 'DJ']]);
  });

  it('an organization’s own project type replaces the common type whose name is another spelling of the same name', () => {
    expect([...replacedEntries('projectType', [common('XZ', '现状评价检测'), own('XP', '现状评价')])]).toEqual([
      ['XZ', 'XP'],
    ]);
  });

  it('in a dictionary other than project types another spelling of a name is a separate entry', () => {
    expect([...replacedEntries('industry', [common('33', '金属制品业'), own('33a', '五金')])]).toEqual([]);
  });

  it('a dictionary entry that a person added for all organizations replaces the built-in entry, and is replaced by an organization’s own entry', () => {
    const added = { ...common('DJ', '定期检测'), createBy: 1 };
    expect([...replacedEntries('projectType', [common('DQ', '定期检测'), added])]).toEqual([['DQ', 'DJ']]);
    expect([...replacedEntries('projectType', [common('DQ', '定期检测'), added, own('ZD', '定期检测')])]).toEqual([
      ['DQ', 'ZD'],
      ['DJ', 'ZD'],
    ]);
  });

  it('an organization’s own dictionary entry replaces no common entry if it is disabled or has the common entry’s value', () => {
    const entries = [common('DQ', '定期检测'), own('DJ', '定期检测', true), own('DQ', '定期检测')];
    expect([...replacedEntries('projectType', entries)]).toEqual([]);
  });
});
