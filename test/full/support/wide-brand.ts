const drawing =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 120'><rect width='1600' height='120' fill='#7a1f3d'/></svg>";

/** The settings `notices` of a library with what pages have the least room for. */
export const WIDE_BRAND = {
  name: 'Harbour and Hinterland Public Libraries of Greater Northport',
  logo: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  color: '#7a1f3d',
};
