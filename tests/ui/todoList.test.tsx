import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { TodoList } from '@/features/home/TodoList';
import { textWidth } from '@/grid/text/textFit';
import type { Todo } from '@contract/features/home/dashboardWire';

it('an action of the home page stands on one line: without its project’s number, in a column of its width', () => {
  const todo = {
    project: { id: 1, code: '2026LY0002', belongInspectName: '德清县莫梁绝热材料有限公司', days: 9, dueOn: null },
    label: '修改检测记录2026LY0002-JL05',
    path: '/lyjcLabGas/lyjcDetail',
  } as unknown as Todo;
  render(
    <MemoryRouter>
      <TodoList todos={[todo]} count={1} />
    </MemoryRouter>,
  );
  const action = screen.getByText('修改检测记录JL05');
  const width = Number.parseInt(screen.getByRole('list').style.getPropertyValue('--action'), 10);
  expect(width).toBeGreaterThanOrEqual(textWidth('修改检测记录JL05', { fontSize: 14 }));
  expect(action).toHaveAttribute('title', todo.label);
});
