import type { PlaceInPage } from '@contract/fields/placeAddress';

/** An item that a step of a project requires, with its place on the page where it is entered. */
export interface OpenItem {
  readonly sentence: string;
  readonly place?: PlaceInPage;
}
