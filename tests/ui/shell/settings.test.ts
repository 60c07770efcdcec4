import { afterEach, expect, it } from 'vitest';
import { useSettings } from '@/session/settingsStore';
import { defaultLayoutSize, alternativeThemeColour, themeColour } from '@contract/constants';
import { forgetEverything } from './renderShell';

afterEach(forgetEverything);

const settings = () => useSettings.getState();

it('settings start with the defaults of the specification', () => {
  settings().loadFor(1);
  expect(settings()).toMatchObject({
    theme: themeColour,
    size: 'small',
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: true,
    tallLists: false,
    uniqueOpened: true,
    sidebarOpened: true,
  });
});

it('the settings are remembered for the person and not applied to others', () => {
  settings().loadFor(1);
  settings().change({ size: 'mini', tagsView: false, appearance: 'dark' });
  settings().loadFor(2);
  expect(settings()).toMatchObject({ size: defaultLayoutSize, tagsView: true, appearance: 'light' });
  settings().loadFor(1);
  expect(settings()).toMatchObject({ size: 'mini', tagsView: false, appearance: 'dark' });
});

it('the theme colour is kept in a cookie too, for pages before the login', () => {
  settings().loadFor(1);
  settings().change({ theme: alternativeThemeColour });
  expect(decodeURIComponent(document.cookie)).toContain(`theme=${alternativeThemeColour}`);
});

it.each([['{"size":"huge","tagsView":"no","theme":"red;x","change":1}'], ['[7'], ['null'], ['"text"']])(
  'invalid stored settings are ignored: %s',
  (kept) => {
    localStorage.setItem('settings:1', kept);
    settings().loadFor(1);
    expect(settings()).toMatchObject({ size: defaultLayoutSize, tagsView: true, theme: themeColour });
    expect(typeof settings().change).toBe('function');
  },
);
