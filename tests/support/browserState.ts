import Cookies from 'js-cookie';
import { type Mock, vi } from 'vitest';
import { sessionBegan } from '@/api/client';
import { dropCookie } from '@/lib/browser/cookies';
import { navigation } from '@/lib/browser/navigation';
import { deobfuscate } from '@/lib/browser/obfuscateText';
import { type Feedback, installFeedback } from '@/lib/feedback';
import { setSealOwner } from '@/session/access/sealKeys';
import { keepToken } from '@/session/credentials';
import { clearSession } from '@/session/sessionStore';

/** Resets to an unused browser at an address. */
export function freshBrowser(address = '/'): void {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name, { path: '/' });
  dropCookie('token');
  localStorage.clear();
  sessionStorage.clear();
  // Else the window seals the drafts of the next person with the same id.
  setSealOwner(0, null);
  void clearSession();
  sessionBegan();
  window.history.replaceState(null, '', address);
}

/** Simulates a newly opened tab with a session in its cookie and an empty memory. */
export function withToken(token: string, address = '/'): void {
  freshBrowser(address);
  keepToken(token);
}

/** Returns the messages shown by the program, in order. */
export function heardFeedback(): {
  notices: Parameters<Feedback['notify']>[];
  questions: string[];
  answer: (yes: boolean) => void;
} {
  const notices: Parameters<Feedback['notify']>[] = [];
  const questions: string[] = [];
  let yes = true;
  installFeedback({
    notify: (...said) => void notices.push(said),
    confirm: (question) => {
      questions.push(question);
      return Promise.resolve(yes);
    },
    prompt: () => Promise.resolve(null),
  });
  return { notices, questions, answer: (next) => void (yes = next) };
}

/** Records navigations, which jsdom can't perform. */
export function watchNavigation(): {
  reload: Mock<() => void>;
  leaveFor: Mock<(path: string) => void>;
  replaceBy: Mock<(path: string) => void>;
} {
  return {
    reload: vi.spyOn(navigation, 'reload').mockImplementation(() => undefined),
    leaveFor: vi.spyOn(navigation, 'leaveFor').mockImplementation(() => undefined),
    replaceBy: vi.spyOn(navigation, 'replaceBy').mockImplementation(() => undefined),
  };
}

/** Returns everything stored in the browser as one text: as it is, and what no key is needed to read. */
export function storageSweep(): string {
  const stores = [localStorage, sessionStorage].map((store) =>
    Object.keys(store).flatMap((key) => [`${key}=${store.getItem(key)}`, deobfuscate(store.getItem(key)) ?? '']),
  );
  return [document.cookie, decodeURIComponent(document.cookie), ...stores.flat()].join('\n');
}
