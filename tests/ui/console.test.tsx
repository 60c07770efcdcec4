import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { PageContent } from '@/app/router/pageLoader';
import type { PageRoute } from '@/session/routeTable';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { seedDatabase } from '@server/seed/seedDatabase';
import { apiServer } from '../support/apiServer';
import { watchNavigation } from '../support/browserState';
import { measured } from '../support/measured';
import { renderConsole } from '../support/renderPage';

const api = apiServer({ demo: true });
const pageOf = (component: string, title: string): PageRoute => ({
  path: `/${component}`,
  title,
  component,
  noCache: false,
  affix: false,
  breadcrumb: true,
  hidden: false,
  query: [],
  trail: [],
});

beforeAll(async () => {
  await seedDatabase(api.server.services);
});
beforeEach(() => void watchNavigation());
afterEach(() => vi.restoreAllMocks());

describe('page of a route', () => {
  it('a route whose page component does not exist shows and logs the name of the component', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(<PageContent page={pageOf('nowhere/at/all', '怪')} />);
    expect(screen.getByRole('heading', { name: '怪：页面未配置' })).toBeVisible();
    expect(screen.getByText('nowhere/at/all')).toBeVisible();
    expect(logged.mock.calls[0]?.[0]).toContain('nowhere/at/all');
  });
});

describe('the console', () => {
  it('the console requests person and menus first, then opens the deep link with its whole query', async () => {
    await renderConsole({ token: await api.server.login('sales'), path: '/inspectUnit?unitName=铜&x=1' });
    // Queries by text: queries by role compute the style of every element, and the console has many.
    expect(await screen.findByText('新增')).toBeVisible();
    expect(api.asked().slice(0, 2)).toEqual(['GET auth/info', 'GET api/menus/build']);
    expect(api.asked().filter((call) => call === 'GET auth/info' || call === 'GET api/menus/build')).toHaveLength(2);
    expect(decodeURIComponent(window.location.pathname + window.location.search)).toBe(
      '/inspectUnit/index?unitName=铜&x=1',
    );
    await waitFor(() => expect(document.title).toContain('受检单位 - '));
  });

  it.each([
    ['/nonsense', '/404', pageTexts.notFound],
    ['/system/user', '/401', pageTexts.forbidden],
  ])(
    'the console redirects %s to %s within the shell, with a link home that does not reload (AZ9)',
    async (path, end, heading) => {
      await renderConsole({ token: await api.server.login('sales'), path });
      const said = await screen.findByText(heading, { selector: 'main h1' });
      expect(said).toBeVisible();
      expect(window.location.pathname).toBe(end);
      await userEvent.click(within(said.closest('section') as HTMLElement).getByText(pageTexts.home));
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
      expect(api.asked().filter((call) => call === 'GET auth/info')).toHaveLength(1);
      measured(`手输 ${path}：到达 ${end}`);
    },
  );

  it('the console opens /401 after the server answered 403', async () => {
    await renderConsole({ token: await api.server.login('sales'), path: '/user/center' });
    await waitFor(() => expect(window.location.pathname).toBe('/user/center'));
    await waitFor(() => expect(document.querySelector('main')).not.toBeNull());
    api.intercept(http.get('*/forbidden', () => HttpResponse.json({ status: 403, message: 'x' }, { status: 403 })));
    await client.get('forbidden').catch(() => undefined);
    expect(await screen.findByText(pageTexts.forbidden, { selector: 'main h1' })).toBeVisible();
    expect(window.location.pathname).toBe('/401');
  });
});
