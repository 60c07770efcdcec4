import { productTitle as builtIn } from '@contract/constants';

export const productTitle: string = import.meta.env.VITE_APP_TITLE || builtIn;

/** SPEC §2: the route's title and the product's. */
export const pageTitle = (title: string | undefined): string => (title ? `${title} - ${productTitle}` : productTitle);
