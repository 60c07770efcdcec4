import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { OrganizationQuestion } from '@/shell/overlays/OrganizationQuestion';
import { organizationsKey } from '@/shell/top/organizationsKey';
import { button, click } from '../support/renderList';

function ask(organizations: readonly object[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(organizationsKey, organizations);
  const settle = vi.fn();
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/inspectUnit']}>
        <Routes>
          <Route path="/inspectUnit" element={<OrganizationQuestion onSettle={settle} />} />
          <Route path="/system/organization" element={<h1>机构管理</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return settle;
}

it('the question for the organization of a new row leads to the page of organizations where there is none', async () => {
  const settle = ask([]);
  await screen.findByText('新增的数据须属于一个机构，请先新增机构。');
  click(button('前往机构管理'));
  await screen.findByRole('heading', { name: '机构管理' });
  expect(settle).toHaveBeenCalledWith(null);
});

it('the question for the organization of a new row offers the organizations, and goes on only with one of them', async () => {
  ask([{ organizationId: 1, name: '甲检测中心' }]);
  await screen.findByText(/选择后转到该机构/);
  expect(button('继续')).toHaveProperty('disabled', true);
});
