/** Each process reads the libraries' settings again every few seconds, whoever asks: no request sends this statement. */
export const BACKGROUND_STATEMENT = 'library-settings-read-all';
