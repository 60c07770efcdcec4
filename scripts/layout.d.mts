export const may: Readonly<Record<string, string>>;
export const order: Readonly<Record<'contract' | 'server' | 'src', string>>;
