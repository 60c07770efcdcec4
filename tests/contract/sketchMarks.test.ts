import { describe, expect, it } from 'vitest';
import {
  marksOf,
  nextUnmarked,
  placeWithin,
  sketchSites,
  storedMarks,
} from '@contract/features/fieldwork/plan/sketchMarks';

describe('marks on a drawing of the sampling points (GBZ 331-2024 5.2.5.2 e)', () => {
  const rows = [
    { siteNo: '04', points: 1, workshop: '喷漆', place: '调漆工' },
    { siteNo: '01', points: 3, workshop: '焊接', place: '焊工' },
    { siteNo: '01', points: 2, workshop: '焊接', place: '焊工' },
    { siteNo: null, points: 1, workshop: null, place: '巡检工' },
  ];

  it('a drawing shows each point of the plan once, in the order of the numbers', () => {
    expect(sketchSites(rows)).toEqual([
      { no: '01', name: '焊接 焊工' },
      { no: '02', name: '焊接 焊工' },
      { no: '03', name: '焊接 焊工' },
      { no: '04', name: '喷漆 调漆工' },
    ]);
  });

  it('marks stored on a floor plan are read as they were drawn; a stored text without coordinates is left out', () => {
    const marks = new Map([
      ['01', { x: 0.25, y: 0.5 }],
      ['02', { x: 1, y: 0 }],
    ]);
    expect(storedMarks(marks)).toEqual({ '01': '0.2500 0.5000', '02': '1.0000 0.0000' });
    expect(marksOf(storedMarks(marks))).toEqual(marks);
    expect(marksOf({ '01': '中间', '02': '0.2' }).size).toBe(0);
    expect(marksOf(null).size).toBe(0);
  });

  it('a sampling point marked on a floor plan stays within the drawing', () => {
    expect(placeWithin({ x: -0.2, y: 1.4 })).toEqual({ x: 0, y: 1 });
  });

  it('the floor plan proposes the first sampling point without a mark as the next one to draw', () => {
    const sites = sketchSites(rows);
    expect(nextUnmarked(sites, marksOf({ '01': '0 0', '03': '0 0' }))).toBe('02');
    expect(nextUnmarked(sites, new Map(sites.map(({ no }) => [no, { x: 0, y: 0 }])))).toBeNull();
  });
});
