var STATE_CONTAINER="orrery-repartition";export{STATE_CONTAINER};
