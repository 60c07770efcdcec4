import { describe, expect, it } from 'vitest';
import {
  exportParams,
  pageAfterDelete,
  parseSort,
  readAddress,
  requestParams,
  writeAddress,
} from '@/listEditor/listAddress';

const names = ['unitName', 'industry'];
const read = (search: string) => readAddress(new URLSearchParams(search), names);

describe('list state in the address', () => {
  it('the address of a list without parameters stands for the defaults of the specification', () => {
    expect(read('')).toEqual({ filters: {}, page: 1, size: 30, sort: 'id,desc', deleted: false });
  });

  it('the state of a list is read from the address as it was written there', () => {
    const state = {
      filters: { unitName: '泰隆&东海', industry: ['C31', 'C33'], keyword: 'hz' },
      page: 3,
      size: 200,
      sort: 'unitName,asc',
      deleted: true,
    };
    expect(readAddress(writeAddress(new URLSearchParams(), state, names), names)).toEqual(state);
  });

  it('the address of a list contains only values that differ from the defaults, and keeps other parameters', () => {
    const written = writeAddress(
      new URLSearchParams('code=P1&unitName=old&page=9'),
      { filters: { unitName: '' }, page: 1, size: 30, sort: 'id,desc', deleted: false },
      names,
    );
    expect(written.toString()).toBe('code=P1');
  });

  it('a list ignores invalid values in its address', () => {
    expect(read('page=-3&size=31&page=x')).toMatchObject({ page: 1, size: 30 });
  });
});

describe('parameters of a list request', () => {
  it('a list request sends zero-based page, size, sort, filters and the fixed query, which takes precedence', () => {
    expect(
      requestParams(
        { filters: { unitName: 'a', industry: ['x'] }, page: 2, size: 50, sort: 'id,desc', deleted: false },
        { unitName: 'fixed', project: 7 },
      ),
    ).toEqual({
      page: 1,
      size: 50,
      sort: 'id,desc',
      unitName: 'fixed',
      industry: ['x'],
      project: 7,
    });
  });

  it('an export request has no page parameter', () => {
    expect(exportParams({ filters: { unitName: 'a' }, page: 4, size: 50, sort: 'id,asc', deleted: false })).toEqual({
      sort: 'id,asc',
      unitName: 'a',
    });
  });
});

describe('page after a delete', () => {
  it.each([
    // page, size, total, deleted → page
    [3, 10, 21, 1, 2],
    [3, 10, 25, 5, 2],
    [3, 10, 30, 10, 2],
    [3, 10, 25, 1, 3],
    [1, 10, 5, 5, 1],
    [7, 30, 200, 20, 6],
    [2, 10, 11, 11, 1],
  ])(
    'after a deletion on page %i of size %i with %i rows less %i, the list shows page %i',
    (page, size, total, deleted, expected) => {
      expect(pageAfterDelete(page, size, total, deleted)).toBe(expected);
    },
  );
});

it('parseSort splits a sort parameter into field and order', () => {
  expect([parseSort('unitName,asc'), parseSort('id,desc'), parseSort('id'), parseSort('')]).toEqual([
    { field: 'unitName', order: 'asc' },
    { field: 'id', order: 'desc' },
    { field: 'id', order: 'asc' },
    null,
  ]);
});
