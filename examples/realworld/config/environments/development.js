// What differs while developing. Wins over the other files of config/.
export default {};
