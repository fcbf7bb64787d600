/** The part of bchaddrjs that tests compare with; the package comes without types. */
declare module 'bchaddrjs' {
  const bchaddr: {
    isValidAddress(address: string): boolean;
    toLegacyAddress(address: string): string;
    toBitpayAddress(address: string): string;
    toCashAddress(address: string): string;
  };
  // biome-ignore lint/style/noDefaultExport: that is how the package is made.
  export default bchaddr;
}
