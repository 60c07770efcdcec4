import { create } from 'zustand';

/** Counts how often the form of the platform's brand was asked for. */
export const useAskedBrand = create<{ round: number }>(() => ({ round: 0 }));
