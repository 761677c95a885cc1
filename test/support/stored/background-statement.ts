/** Each process reads the libraries' settings again every few seconds, whoever asks: no request sends these statements. */
export function isBackgroundStatement(name: string | undefined): boolean {
  return name?.startsWith('library-settings-') === true;
}
