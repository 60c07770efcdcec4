import { describe, expect, it } from 'vitest';
import { differencesOf, mergeOf } from '@/fields/conflict/mergeConflict';
import type { AnyRow } from '@contract/entity';
import { customer } from '@contract/features/customers/entities/customer';

const base = {
  id: 1,
  organizationId: 1,
  version: 1,
  createBy: 1,
  createTime: '',
  updateBy: 1,
  updateTime: '',
  deleteTime: null,
  customerName: '甲',
  contact: '王工',
  phone: '13800000000',
  remark: null,
} as AnyRow;

describe('merge of a row that two people changed', () => {
  const mine = { customerName: '甲', contact: '李工', phone: '13900000000', remark: null };
  const theirs = { ...base, contact: '张工', remark: '重点客户' } as AnyRow;
  const differences = differencesOf(customer, base, mine, theirs);

  it('the comparison of a row that two people changed lists only the fields that either of them changed', () => {
    expect(differences.map(({ name, clash }) => [name, clash])).toEqual([
      ['contact', true],
      ['phone', false],
      ['remark', false],
    ]);
  });

  it('the comparison of a row that two people changed keeps one-sided changes, and asks about fields that both changed', () => {
    expect(mergeOf(differences, { contact: 'theirs' })).toEqual({
      contact: '张工',
      phone: '13900000000',
      remark: '重点客户',
    });
    expect(mergeOf(differences, { contact: 'mine' })).toEqual({
      contact: '李工',
      phone: '13900000000',
      remark: '重点客户',
    });
  });

  it('the comparison of a row that two people changed has no conflict if both entered the same value', () => {
    const same = differencesOf(customer, base, { contact: '张工' }, { ...base, contact: '张工' } as AnyRow);
    expect(same).toEqual([{ name: 'contact', base: '王工', mine: '张工', theirs: '张工', clash: false }]);
  });
});
