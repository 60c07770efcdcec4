import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { HeldProjectRows } from '@/features/home/HeldProjectRows';
import type { HeldProject } from '@contract/features/home/dashboardWire';

const held = (id: number, holders: readonly string[]): HeldProject =>
  ({
    id,
    code: `2026DQ000${id}`,
    belongInspectName: '甲公司',
    stage: 'reportReview',
    holders,
    days: 3,
  }) as unknown as HeldProject;

function shown(...all: readonly (readonly string[])[]) {
  render(
    <MemoryRouter>
      <HeldProjectRows projects={all.map((holders, index) => held(index, holders))} daysText={() => '已停留3天'} />
    </MemoryRouter>,
  );
  return screen.getByRole('list').style.getPropertyValue('--holder');
}

it('the home page gives the column of responsible people the width of two names and their number', () => {
  expect(shown(['戴宏远', '孟庆岚'], ['林思远'])).toBe('160px');
  expect(screen.getByTitle('戴宏远、孟庆岚').textContent).toBe('待戴宏远、孟庆岚办理');
  expect(document.querySelector('[data-cut]')).toBeNull();
});

it('the home page shortens a long list of responsible people in the middle, and names all of them in a tooltip', () => {
  const long = ['阿卜杜热合曼·买买提', '欧阳娜塔莎·伊万诺娃', '林思远'];
  expect(shown(long)).toBe('220px');
  const cell = screen.getByTitle(long.join('、'));
  expect(cell.querySelector('[data-cut]')).not.toBeNull();
  expect(cell.textContent).toMatch(/等3人办理$/);
});
