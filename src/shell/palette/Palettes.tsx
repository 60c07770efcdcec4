import { useEffect } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import { lockScreen } from '@/session/access/lockStore';
import { closePalette, openPalette, openShortcuts, usePalette } from './paletteStore';

const Palette = deferredPart(async () => (await import('./Palette')).Palette);
const Shortcuts = deferredPart(async () => (await import('./Shortcuts')).Shortcuts);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** Global keys, inactive while the lock screen or the sign-in covers the console. */
function useKeys(barred: boolean): void {
  useEffect(() => {
    if (barred) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      // Also compares the key's position, because Alt changes the letter on some layouts.
      const isPressed = (letter: string) =>
        event.key.toLowerCase() === letter || event.code === `Key${letter.toUpperCase()}`;
      if ((ctrlKey || metaKey) && !altKey && !shiftKey && isPressed('k')) openPalette();
      else if (ctrlKey && altKey && !shiftKey && isPressed('l')) lockScreen();
      else if (event.key === '?' && !ctrlKey && !metaKey && !altKey && !isTyping(event.target)) openShortcuts();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [barred]);
}

export function Palettes({ isBarred }: { readonly isBarred: boolean }) {
  const open = usePalette((state) => state.open);
  useKeys(isBarred);
  useEffect(() => {
    if (isBarred) closePalette();
    return closePalette;
  }, [isBarred]);
  return (
    <>
      <Palette wanted={open === 'palette'} open={open === 'palette'} />
      <Shortcuts wanted={open === 'shortcuts'} open={open === 'shortcuts'} />
    </>
  );
}
