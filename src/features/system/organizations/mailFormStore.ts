import { create } from 'zustand';

/** Counts how often the form of the mail server was opened. */
export const useMailForm = create<{ round: number }>(() => ({ round: 0 }));

/** Opens the form. */
export const openMailForm = (): void => useMailForm.setState(({ round }) => ({ round: round + 1 }));
