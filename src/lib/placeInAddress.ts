import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parsePlaceAddress, type PlaceInPage, withoutPlace } from '@contract/fields/placeAddress';

/** Time in ms for which a field is awaited, e.g. while its tab loads. */
const patienceMs = 8_000;
/** Input of an entry sheet, which has its keys. */
const sheetInputSelector = '[data-entry-editor]';
const focusableSelector = 'input, select, textarea, button, [tabindex="0"]';

/** Returns the visible input of a field: of a form by its id, of another page by its mark. */
const shownInput = (field: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-field="${field}"], [id$="_${field}"]`)].find(
    (element) => element.getClientRects().length > 0,
  );

/** Focuses the input of a field as soon as it is shown. Returns the function that stops waiting. */
function focusField(field: string): () => void {
  const until = performance.now() + patienceMs;
  let frame = 0;
  const look = () => {
    const found = shownInput(field);
    const input = found?.matches(focusableSelector)
      ? found
      : (found?.querySelector<HTMLElement>(sheetInputSelector) ?? found?.querySelector<HTMLElement>(focusableSelector));
    if (input && !input.matches(':disabled')) {
      input.scrollIntoView({ block: 'center' });
      input.focus({ preventScroll: true });
    } else if (performance.now() < until) frame = requestAnimationFrame(look);
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/**
 * Goes to the place that the address names: `go` opens its tab and row, then its field gets the focus. The place is
 * removed from the address at once, so that the page does not return to it.
 * @param ready false while the page does not know its tabs and rows
 * @param go may return another field to focus, e.g. the sheet in which it selected the cell
 */
export function usePlaceInAddress(ready: boolean, go: (placeInPage: PlaceInPage) => string | void): void {
  const [search, setSearch] = useSearchParams();
  const placeInPage = parsePlaceAddress(search);
  const placeJson = ready && placeInPage ? JSON.stringify(placeInPage) : '';
  const latestGo = useRef(go);
  const stopWaiting = useRef<() => void>(() => undefined);
  useEffect(() => {
    latestGo.current = go;
  });
  useEffect(() => {
    if (!placeJson) return;
    const wantedPlace = JSON.parse(placeJson) as PlaceInPage;
    setSearch(withoutPlace, { replace: true, preventScrollReset: true });
    const field = latestGo.current(wantedPlace) ?? wantedPlace.field;
    stopWaiting.current();
    if (field) stopWaiting.current = focusField(field);
  }, [placeJson, setSearch]);
  useEffect(() => () => stopWaiting.current(), []);
}
