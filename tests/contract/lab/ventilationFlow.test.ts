import { expect, it } from 'vitest';
import { ductPointRange } from '@contract/arithmetic/physical/ventilationFlow';

it.each([
  ['0.1', 1, 1],
  ['0.11', 1, 4],
  ['0.5', 1, 4],
  ['1', 4, 6],
  ['4', 6, 9],
  ['9', 9, 16],
  ['9.01', 16, 20],
])('a rectangular duct section of %s m² needs %i to %i measuring points (GBZ 331-2024 J)', (area, least, most) => {
  expect(ductPointRange('rectangle', area)).toEqual({ least, most, rings: null });
});

it.each([
  ['0.2', 1, 1, null],
  ['0.21', 4, 8, [1, 2]],
  ['1', 8, 12, [2, 3]],
  ['2', 12, 16, [3, 4]],
  ['4', 16, 20, [4, 5]],
  ['4.01', 20, 20, [5, 5]],
])('a round duct section of %s m² needs %i to %i measuring points (GBZ 331-2024 J)', (area, least, most, rings) => {
  expect(ductPointRange('round', area)).toEqual({ least, most, rings });
});

it('the measuring points of a duct section without an area are refused', () => {
  expect(() => ductPointRange('round', '0')).toThrow();
});
