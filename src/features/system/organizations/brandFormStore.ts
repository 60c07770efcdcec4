import { create } from 'zustand';

/** Counts how often the form of the platform's brand was opened. */
export const useBrandForm = create<{ round: number }>(() => ({ round: 0 }));
